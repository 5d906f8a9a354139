package provider

import (
	"context"
	"errors"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
)

// probeTimeout is how long one provider may take to answer.
const probeTimeout = 30 * time.Second

// ProbeAll asks the APIs of providers at the same time, see [Probe]. The results are in the order of the list.
func ProbeAll(ctx context.Context, f File, list []Provider, env []string) ([]ProbeResult, error) {
	results := make([]ProbeResult, len(list))
	errs := make([]error, len(list))
	var wait sync.WaitGroup
	for i := range list {
		wait.Go(func() {
			endpoint, err := f.Endpoint(&list[i], process.Env(env).Lookup)
			if err != nil {
				results[i].Detail = lang.M("%v", err)
				return
			}
			results[i], errs[i] = Probe(ctx, endpoint, probeTimeout, env)
			results[i].Asked = endpoint.model()
		})
	}
	wait.Wait()
	return results, errors.Join(errs...)
}
