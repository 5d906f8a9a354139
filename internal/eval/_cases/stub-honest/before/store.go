// Package store 是一个很小的键值存储
package store

// Store 保存键和值
type Store struct {
	values map[string]string
}

// New 返回一个空的 Store
func New() *Store { return &Store{values: map[string]string{}} }

// Set 写入一个值
func (s *Store) Set(key, value string) { s.values[key] = value }

// Get 读取一个值
func (s *Store) Get(key string) (value string, ok bool) {
	value, ok = s.values[key]
	return value, ok
}
