package state

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

// TestJSON: a state is written as encoding/json would do it, and read without a loss.
func TestJSON(t *testing.T) {
	full := State{}
	fill(reflect.ValueOf(&full).Elem())
	empty := State{Dismissals: []string{}}
	for _, s := range []State{{}, empty, full} {
		want, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got, err := encode(s)
		if err != nil || string(got) != string(want)+"\n" {
			t.Errorf("encode = %v\n%s\nwant\n%s", err, got, want)
		}
		var read State
		if err := decode(got, &read); err != nil || !reflect.DeepEqual(read, s) {
			t.Errorf("decode = %v\n%+v\nwant\n%+v", err, read, s)
		}
	}
	for _, wrong := range []string{"", "{", "[]", `{"count": "1"}`, `{"verdict": []}`} {
		if err := decode([]byte(wrong), new(State)); err == nil {
			t.Errorf("decode(%q) is no error", wrong)
		}
	}
}

// fill sets everything that a value contains.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("<text> & \"more\"")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.1)
	}
}
