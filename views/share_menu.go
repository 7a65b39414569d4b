package views

import "gpuscale/views/ui"

// figuresShareProps are the entries of the share menu of a page of figures; csv is
// the address of its table, "" for none.
func figuresShareProps(f Frame, csv string) ui.ShareProps {
	return ui.ShareProps{
		Label: f.T("viewpoint.share"), CopyLabel: f.T("viewpoint.copy"), CopyDone: f.T("viewpoint.copied"), Link: f.Absolute(),
		CSVLabel: f.T("viewpoint.csv"), CSVHref: csv, JSONLabel: f.T("viewpoint.json"), JSONHref: f.As(".json"),
		PrintLabel: f.T("viewpoint.print"), ShortLabel: f.T("viewpoint.short"), FrozenLabel: f.T("viewpoint.frozen"), Path: f.Self(),
	}
}
