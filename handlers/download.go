package handlers

import (
	"context"
	"io"

	"gpuscale/dataset"
	"gpuscale/web"
)

// Records gives every record as it stands, for the download of the data set.
type Records func(context.Context) (dataset.Set, error)

// downloadPages are the whole data set as one archive. It is kept with the pages,
// so the database is asked once a revision.
func (p *Portal) downloadPages() []web.Page {
	return []web.Page{{Path: "/dataset.zip", Handler: p.download}}
}

func (p *Portal) download(ctx context.Context, _ *web.Request) (web.Result, error) {
	set, err := p.Records(ctx)
	if err != nil {
		return web.Result{}, err
	}
	return web.Result{ContentType: "application/zip", Body: func(w io.Writer) error {
		return dataset.WriteZip(w, set, dataset.ForReaders())
	}}, nil
}
