package admin

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"gpuscale/dataset"
	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

const (
	exportPath = "/admin/export"
	// exportTime is how long a slow client may take to download the set.
	exportTime = 10 * time.Minute
)

func (a *Admin) exportEndpoints() []endpoint {
	return []endpoint{{method: http.MethodGet, path: exportPath, handler: a.showExport}}
}

// registerExport registers the downloads. What they send is read before the first
// byte, so that a client that stops half-way holds no part of the database.
func (a *Admin) registerExport(s *web.Server) {
	s.Stream(exportPath+"/:file", a.download, a.SignedIn(s, false))
}

// showExport lists what can be downloaded.
func (a *Admin) showExport(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	set, err := a.Records.All(ctx)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m := pages.ExportModel{Zip: exportPath + "/gpuscale.zip", ZipBOM: exportPath + "/gpuscale-excel.zip", Workbook: exportPath + "/gpuscale.xlsx"}
	for _, kind := range dataset.Kinds {
		name := exportPath + "/" + string(kind)
		m.Kinds = append(m.Kinds, pages.ExportLine{Name: text.Word(l, "kind", string(kind)), Count: text.Count(len(set[kind])), CSV: name + ".csv", CSVBOM: name + "-excel.csv"})
	}
	return web.Result{Page: pages.Export(a.frame(r, actor, "export", text.T(l, "export.title")), m)}, nil
}

// download sends the whole set as an archive or a workbook, or one kind as a CSV
// file. Names that end in "-excel" begin with the mark that spreadsheets need to read
// Chinese.
func (a *Admin) download(c *gin.Context) error {
	name := c.Param("file")
	base, ending := name, ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		base, ending = name[:dot], name[dot:]
	}
	var options []dataset.WriteOption
	if plain, marked := strings.CutSuffix(base, "-excel"); marked {
		base, options = plain, []dataset.WriteOption{dataset.WithBOM()}
	}
	kind := dataset.Kind(base)
	workbook := name == "gpuscale.xlsx"
	if !workbook && !(ending == ".zip" && base == "gpuscale") && !(ending == ".csv" && kind.Known()) {
		return web.NotFound()
	}
	set, err := a.Records.All(c.Request.Context())
	if err != nil {
		return known(err)
	}
	a.Log.Info("records exported", "file", name, "ip", web.From(c).ClientIP(), "id", web.From(c).ID)
	if workbook {
		return sendFile(c, name, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", func(w io.Writer) error { return dataset.WriteXLSX(w, set) })
	}
	if ending == ".zip" {
		return sendFile(c, name, "application/zip", func(w io.Writer) error { return dataset.WriteZip(w, set, options...) })
	}
	return sendFile(c, name, "text/csv; charset=utf-8; header=present", func(w io.Writer) error { return dataset.WriteCSV(w, kind, set[kind], options...) })
}

// sendFile streams a download.
func sendFile(c *gin.Context, name, contentType string, write func(io.Writer) error) error {
	h := c.Writer.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	c.Status(http.StatusOK)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	// A connection without deadlines of its own keeps the usual ones.
	_ = http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(exportTime))
	return write(c.Writer)
}
