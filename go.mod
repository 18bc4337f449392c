module github.com/tickflow/tickflow

go 1.26
