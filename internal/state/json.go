package state

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// A state is decoded and encoded field by field. Before its first use of a type, encoding/json prepares for all types
// that the type contains. For State that takes 0.3 ms, a tenth of a hook that has nothing to do; most states have few
// fields that are set.

// decode is json.Unmarshal.
func decode(text []byte, s *State) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	return eachField(reflect.ValueOf(s).Elem(), func(name, _ string, field reflect.Value) error {
		if value, ok := fields[name]; ok {
			return json.Unmarshal(value, field.Addr().Interface())
		}
		return nil
	})
}

// encode is json.MarshalIndent, with a newline at the end.
func encode(s State) ([]byte, error) {
	var text bytes.Buffer
	separator := byte('{')
	err := eachField(reflect.ValueOf(&s).Elem(), func(name, option string, field reflect.Value) error {
		if option == "omitempty" && isEmpty(field) || option == "omitzero" && isZero(field) {
			return nil
		}
		value, err := json.Marshal(field.Interface())
		text.WriteByte(separator)
		text.WriteString(`"` + name + `":`)
		text.Write(value)
		separator = ','
		return err
	})
	if err != nil {
		return nil, err
	}
	text.WriteByte('}')
	var indented bytes.Buffer
	err = json.Indent(&indented, text.Bytes(), "", "  ")
	indented.WriteByte('\n')
	return indented.Bytes(), err
}

// eachField calls do for each field of a struct with its name and option in JSON, and for those of embedded structs.
func eachField(v reflect.Value, do func(name, option string, field reflect.Value) error) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		err := error(nil)
		switch {
		case field.Anonymous:
			err = eachField(v.Field(i), do)
		case name != "-":
			err = do(name, option, v.Field(i))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func isZero(v reflect.Value) bool {
	if own, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return own.IsZero()
	}
	return v.IsZero()
}
