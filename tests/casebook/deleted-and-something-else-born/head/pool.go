package pool

type Pool struct {
	workers []*Worker
	size    int
}

func (p *Pool) Resize(size int) {
	p.size = size
}
