// Package shop sells.
package shop

import "fmt"

const limit = 3

type (
	// Item is sold.
	Item struct{ price int }
	Buyer interface {
		Pay() error
	}
	Rule func(Item) bool
)

type Box[T any] struct {
	each func(T)
}

type Alias = Item

func New(size int) *Shop {
	type local struct{ n int }
	var check = func() bool { return size > 0 }
	done := func() {}
	done()
	return &Shop{check: check, l: local{1}}
}

func (s *Shop) Open() {}

func (s Shop) Count() {}

func (b *Box[T]) Each(f func(T)) {
	b.each = f
}

func (Box[K]) Name() string { return "box" }

func Map[T, U any](in []T, f func(T) U) []U { return nil }

var hook = func(i Item) { fmt.Println(i) }

var (
	one = 1
	two = func() int { return 2 }
)

func init() {}
