package pool

type Pool struct {
	workers []*Worker
	size    int
}

func (p *Pool) Drain() {
	for _, worker := range p.workers {
		worker.Stop()
		p.forget(worker)
	}
	p.size = 0
}
