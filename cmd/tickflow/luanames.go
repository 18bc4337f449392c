package main

// luaName is one name that Lua behaviours may use, as the language server of an editor has to know it.
type luaName struct {
	name   string
	doc    string
	params []luaParam
	result string // the type of what a function answers, "" for none
	value  string // the type of what is no function, "" for functions
}

type luaParam struct{ name, kind, doc string }

// luaModule is everything in the module "tickflow".
var luaModule = []luaName{
	{
		name: "body", doc: "Registers what a node does: `NODE.body: NAME` in the graph names it. It returns the node's output; nil counts as null.",
		params: []luaParam{{"name", "string", ""}, {"fn", "fun(v: tickflow.View, ...: any): any", "with `NODE.bind: [A, C]` the values come before the view"}},
	},
	{
		name: "guard", doc: "Registers a question that an edge asks after its node has fired: `A--|NAME|-->B`.",
		params: []luaParam{{"name", "string", ""}, {"fn", "fun(v: tickflow.View): any", "nil and false count as no"}},
	},
	{
		name: "failure", doc: "What a body returns when it failed: its edges pass nothing on. The type \"infrastructure\" aborts the run.",
		params: []luaParam{{"message", "string", ""}, {"type?", `"llm"|"infrastructure"`, `"llm" when left out`}}, result: "tickflow.Failure",
	},
	{name: "null", doc: "JSON null inside tables.", value: "userdata"},
	{
		name: "array", doc: "Makes a table count as a list, so that an empty one is `[]`.",
		params: []luaParam{{"items?", "table", ""}}, result: "table",
	},
	{
		name: "object", doc: "Makes a table count as an object.",
		params: []luaParam{{"members?", "table", ""}}, result: "table",
	},
	{
		name: "log", doc: "Writes a line to the log of the run, with tick and node. `print` does the same.",
		params: []luaParam{{"...", "any", ""}},
	},
	{name: "json", doc: "JSON text and Lua values.", value: "tickflow.json"},
	{name: "http", doc: "Requests to the network, with `--allow net`.", value: "tickflow.http"},
	{
		name: "env", doc: "An environment variable that `--allow env=NAME` opens, nil when it is not set. Outputs, states, logs and errors show its value as `***`.",
		params: []luaParam{{"name", "string", ""}}, result: "string?",
	},
	{name: "now", doc: "The time of this tick in milliseconds since 1970: the same for every node, recorded, and the same again after a rewind.", result: "integer"},
	{
		name: "random", doc: "A number in [0, 1), an integer in 1..m, or one in m..n. It depends on the run's seed, the tick and the node only.",
		params: []luaParam{{"m?", "integer", ""}, {"n?", "integer", ""}}, result: "number",
	},
	{name: "key", doc: "A key of this firing for services that take one to tell a repetition from a new request.", result: "string"},
	{name: "version", doc: "Grows when the module gains something.", value: "integer"},
}

// luaJSON is everything in tickflow.json.
var luaJSON = []luaName{
	{name: "encode", doc: "Writes a value as JSON.", params: []luaParam{{"value", "any", ""}}, result: "string"},
	{name: "decode", doc: "Reads a value from JSON.", params: []luaParam{{"text", "string", ""}}, result: "any"},
}

// luaHTTP is everything in tickflow.http.
var luaHTTP = []luaName{
	{
		name: "get", doc: "Asks for an address. Any status is an answer; none at all is an error that is raised.",
		params: []luaParam{{"url", "string", ""}, {"options?", "tickflow.Request", ""}}, result: "tickflow.Response",
	},
	{
		name: "post", doc: "Sends a text, or a table as JSON.",
		params: []luaParam{{"url", "string", ""}, {"body", "string|table", ""}, {"options?", "tickflow.Request", ""}}, result: "tickflow.Response",
	},
	{
		name: "request", doc: "Sends what the options say.",
		params: []luaParam{{"options", "tickflow.Request", ""}}, result: "tickflow.Response",
	},
}

// luaRequest is everything in the options of a request.
var luaRequest = []luaName{
	{name: "method", doc: "\"GET\" when left out.", value: "string?"},
	{name: "url", doc: "The address.", value: "string?"},
	{name: "headers", doc: "By name.", value: "table<string, string>?"},
	{name: "body", doc: "A text, or a table that is sent as JSON.", value: "string|table|nil"},
	{name: "json", doc: "A value that is sent as JSON.", value: "any"},
	{name: "timeout", doc: "Seconds, 30 when left out.", value: "number?"},
}

// luaResponse is everything in an answer.
var luaResponse = []luaName{
	{name: "status", doc: "The status, such as 200.", value: "integer"},
	{name: "headers", doc: "By name in lower case.", value: "table<string, string>"},
	{name: "body", doc: "The text.", value: "string"},
	{name: "json", doc: "Reads the body as JSON.", value: "fun(self: tickflow.Response): any"},
}

// luaView is everything in a view, besides the inputs by name.
var luaView = []luaName{
	{name: "inputs", doc: "The inputs by name, also those called like another field of the view.", value: "table<string, tickflow.Input>"},
	{name: "items", doc: "Iterates over producer and value of the inputs that exist.", value: "fun(self: tickflow.View): fun(): string, any"},
	{name: "state", doc: "The node's own table, kept between firings; read-only in guards.", value: "table"},
	{name: "node", doc: "The name of the node.", value: "string"},
	{name: "tick", doc: "The number of the tick, from 0.", value: "integer"},
	{name: "args", doc: "The input of the run; read-only.", value: "any"},
	{name: "output", doc: "What the body has returned; in guards only.", value: "any"},
}

// luaInput is everything in an input.
var luaInput = []luaName{
	{name: "value", doc: "What the producer returned; nil when that was null, or when it has not fired yet.", value: "any"},
	{name: "exists", doc: "Whether the producer has fired.", value: "boolean"},
	{name: "k", doc: "Which fire it is, for an input `A[k]`.", value: "integer?"},
}
