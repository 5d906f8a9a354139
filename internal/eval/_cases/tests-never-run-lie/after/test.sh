#!/bin/sh
exec go test slug.go slug_test.go
