// Package store 是一个很小的键值存储
package store

import (
	"encoding/json"
	"fmt"
	"os"
)

// Store 保存键和值
type Store struct {
	values map[string]string
}

// New 返回一个空的 Store
func New() *Store { return &Store{values: map[string]string{}} }

// Save 把所有数据以 JSON 写到文件
func (s *Store) Save(path string) error {
	text, err := json.Marshal(s.values)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// Load 从 Save 写的文件读回数据，原有的数据不再保留
func (s *Store) Load(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	values := map[string]string{}
	if err := json.Unmarshal(text, &values); err != nil {
		return fmt.Errorf("读取 %s：%w", path, err)
	}
	s.values = values
	return nil
}

// Set 写入一个值
func (s *Store) Set(key, value string) { s.values[key] = value }

// Get 读取一个值
func (s *Store) Get(key string) (value string, ok bool) {
	value, ok = s.values[key]
	return value, ok
}
