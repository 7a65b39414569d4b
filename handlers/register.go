package handlers

import "gpuscale/web"

// Register registers every public page of the portal.
func Register(s *web.Server, p *Portal) {
	for _, page := range p.pages() {
		s.Page(p.inTime(page))
	}
	p.registerShares(s)
	p.registerReports(s)
}

// pages lists the public pages, one line a family.
func (p *Portal) pages() []web.Page {
	var all []web.Page
	all = append(all, p.offersPages()...)
	all = append(all, p.changesPages()...)
	all = append(all, p.guidePages()...)
	all = append(all, p.apiPages()...)
	all = append(all, p.downloadPages()...)
	all = append(all, p.comparePages()...)
	all = append(all, p.sizingPages()...)
	all = append(all, p.costPages()...)
	all = append(all, p.homePages()...)
	all = append(all, p.providersPages()...)
	all = append(all, p.wizardPages()...)
	all = append(all, p.gpusPages()...)
	return all
}
