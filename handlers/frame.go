package handlers

import (
	"time"

	"github.com/a-h/templ"

	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// Surroundings is what the frame of every page needs beside the request.
type Surroundings struct {
	Site views.Site
	// DataDate is the day of the newest price, for the footer; zero while unknown.
	DataDate func() time.Time
}

// Frame builds the frame of a page; the handler adds title and nav entry.
func (s Surroundings) Frame(r *web.Request) views.Frame {
	return views.Frame{
		Site:     s.Site,
		Lang:     text.Lang(r.Lang),
		Path:     r.Path,
		Query:    r.Canonical(),
		Theme:    r.Theme,
		HX:       r.HX,
		DataDate: s.DataDate(),
	}
}

// ErrorPage is the page of an error in the site's frame.
func (s Surroundings) ErrorPage(r *web.Request, e *web.Error) templ.Component {
	return views.ErrorPage(s.errorFrame(r, e), failure(r, e))
}

// ErrorNote is an error for the alert of the page that htmx keeps on screen.
func (s Surroundings) ErrorNote(r *web.Request, e *web.Error) templ.Component {
	return views.ErrorNote(s.errorFrame(r, e), failure(r, e))
}

func (s Surroundings) errorFrame(r *web.Request, e *web.Error) views.Frame {
	f := s.Frame(r)
	f.NoIndex = true
	f.Title = views.ErrorTitle(f, e.Code)
	return f
}

func failure(r *web.Request, e *web.Error) views.Failure {
	return views.Failure{Status: e.Status, Code: e.Code, Message: e.Message, Fields: e.Fields, ID: r.ID}
}
