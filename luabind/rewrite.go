package luabind

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/tickflow/tickflow/luabind/luaindex"
	"github.com/tickflow/tickflow/runtime/diag"
)

// The machine joins strings in an instruction that knows no limit. So a..b..c is compiled as a call of a function of ours
// with the operands as arguments. Its name is none that a text could contain; it stands for the one upvalue of the
// chunk's outermost function.
const concatName = "(..)"

// rewriter replaces what the machine cannot be trusted with, in place, and refuses texts that are nested too deep to be
// compiled within the stack.
type rewriter struct {
	src      *diag.Source
	depth    int
	function lookups // of the function that is being rewritten
	looked   int     // what all functions together have looked up
	fault    *Error
}

// rewrite answers the chunk around the outermost function of a text, in which concatenations are calls.
func rewrite(src *diag.Source, stmts []ast.Stmt) ([]ast.Stmt, error) {
	r := &rewriter{src: src}
	r.inFunction(stmts)
	if r.fault != nil {
		return nil, r.fault
	}
	outermost := &ast.FunctionExpr{ParList: &ast.ParList{HasVargs: true, Names: []string{}}, Stmts: stmts}
	if n := len(stmts); n > 0 {
		outermost.SetLastLine(max(stmts[n-1].LastLine(), stmts[n-1].Line()) + 1)
	}
	return []ast.Stmt{
		&ast.LocalAssignStmt{Names: []string{concatName}, Exprs: []ast.Expr{&ast.NilExpr{}}},
		&ast.ReturnStmt{Exprs: []ast.Expr{outermost}},
	}, nil
}

// compileChunk compiles a text whose concatenations are to be calls and answers its outermost function.
func compileChunk(src *diag.Source, stmts []ast.Stmt) (*lua.FunctionProto, error) {
	chunk, err := rewrite(src, stmts)
	if err != nil {
		return nil, err
	}
	proto, err := lua.Compile(chunk, src.Name)
	if err != nil {
		return nil, err
	}
	outermost := proto.FunctionPrototypes[0]
	// As in any chunk, arg is no table of its arguments.
	outermost.IsVarArg &^= lua.VarArgNeedsArg
	return outermost, nil
}

// function makes a function of compiled code, with what its concatenations call.
func (m *vm) function(proto *lua.FunctionProto) *lua.LFunction {
	f := m.L.NewFunctionFromProto(proto)
	for i := range f.Upvalues {
		f.Upvalues[i] = m.concat
	}
	return f
}

// enter notices that something begins inside of what has begun before. It answers false when that is too deep.
func (r *rewriter) enter(at ast.PositionHolder) bool {
	if r.depth++; r.depth > maxNesting {
		r.refuse(at, fmt.Sprintf("nested more than %d deep, the limit for expressions, blocks and functions", maxNesting))
	}
	return r.fault == nil
}

// refuse keeps the first reason why the text cannot be compiled.
func (r *rewriter) refuse(at ast.PositionHolder, msg string) {
	if r.fault == nil {
		r.fault = &Error{Source: r.src, Span: luaindex.Code(r.src, min(max(at.Line(), 1), r.src.Lines())), Msg: msg}
	}
}

func (r *rewriter) leave() { r.depth-- }

func (r *rewriter) block(stmts []ast.Stmt) {
	for _, stmt := range stmts {
		if r.enter(stmt) {
			r.stmt(stmt)
		}
		r.leave()
	}
}

func (r *rewriter) stmt(stmt ast.Stmt) {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		r.exprs(s.Lhs)
		r.exprs(s.Rhs)
	case *ast.LocalAssignStmt:
		r.exprs(s.Exprs)
	case *ast.FuncCallStmt:
		r.expr(&s.Expr)
	case *ast.DoBlockStmt:
		r.block(s.Stmts)
	case *ast.WhileStmt:
		r.expr(&s.Condition)
		r.block(s.Stmts)
	case *ast.RepeatStmt:
		r.expr(&s.Condition)
		r.block(s.Stmts)
	case *ast.IfStmt:
		r.expr(&s.Condition)
		r.block(s.Then)
		r.block(s.Else)
	case *ast.NumberForStmt:
		r.expr(&s.Init)
		r.expr(&s.Limit)
		r.expr(&s.Step)
		r.block(s.Stmts)
	case *ast.GenericForStmt:
		r.exprs(s.Exprs)
		r.block(s.Stmts)
	case *ast.FuncDefStmt:
		if s.Name.Func != nil {
			r.expr(&s.Name.Func)
		}
		if s.Name.Receiver != nil {
			r.expr(&s.Name.Receiver)
		}
		r.inFunction(s.Func.Stmts)
	case *ast.ReturnStmt:
		r.exprs(s.Exprs)
	case *ast.LabelStmt:
		r.label(s)
	case *ast.GotoStmt:
		r.label(s)
	}
}

func (r *rewriter) exprs(exprs []ast.Expr) {
	for i := range exprs {
		r.expr(&exprs[i])
	}
}

// expr rewrites an expression where it stands. A missing one is none.
func (r *rewriter) expr(at *ast.Expr) {
	if *at == nil {
		return
	}
	if r.enter(*at) {
		r.inside(at)
	}
	r.leave()
}

func (r *rewriter) inside(at *ast.Expr) {
	switch e := (*at).(type) {
	case *ast.AttrGetExpr:
		r.expr(&e.Object)
		r.expr(&e.Key)
	case *ast.TableExpr:
		for _, field := range e.Fields {
			r.expr(&field.Key)
			r.expr(&field.Value)
		}
	case *ast.FuncCallExpr:
		r.expr(&e.Func)
		r.expr(&e.Receiver)
		r.exprs(e.Args)
	case *ast.LogicalOpExpr:
		r.expr(&e.Lhs)
		r.expr(&e.Rhs)
	case *ast.RelationalOpExpr:
		r.expr(&e.Lhs)
		r.expr(&e.Rhs)
	case *ast.ArithmeticOpExpr:
		r.expr(&e.Lhs)
		r.expr(&e.Rhs)
	case *ast.UnaryMinusOpExpr:
		r.expr(&e.Expr)
	case *ast.UnaryNotOpExpr:
		r.expr(&e.Expr)
	case *ast.UnaryLenOpExpr:
		r.expr(&e.Expr)
	case *ast.FunctionExpr:
		r.inFunction(e.Stmts)
	case *ast.StringExpr:
		r.constant(e, e.Value)
	case *ast.NumberExpr:
		r.constant(e, "\x00"+e.Value) // not the string of the same text
	case *ast.IdentExpr:
		r.constant(e, e.Value)
	case *ast.StringConcatOpExpr:
		*at = r.concat(e)
	}
}

// concat answers the call that stands for a chain of concatenations.
func (r *rewriter) concat(e *ast.StringConcatOpExpr) ast.Expr {
	operands := []ast.Expr{e.Lhs}
	rest := e.Rhs
	for {
		next, ok := rest.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		operands = append(operands, next.Lhs)
		rest = next.Rhs
	}
	operands = append(operands, rest)
	r.exprs(operands)
	// Of a call's or vararg's values, a concatenation takes the first.
	switch last := operands[len(operands)-1].(type) {
	case *ast.FuncCallExpr:
		last.AdjustRet = true
	case *ast.Comma3Expr:
		last.AdjustRet = true
	}
	name := &ast.IdentExpr{Value: concatName}
	call := &ast.FuncCallExpr{Func: name, Args: operands, AdjustRet: true}
	name.SetLine(e.Line())
	call.SetLine(e.Line())
	call.SetLastLine(e.LastLine())
	return call
}
