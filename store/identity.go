package store

import "context"

// Identity names the history that the database holds, "" before the starting data is
// in it: the moment of its initialisation, in RFC 3339, which a backup keeps and a
// fresh start does not. It is the same on every instance of one database.
func (s *Store) Identity(ctx context.Context) (string, error) {
	return reading(ctx, s, func(ctx context.Context) (string, error) {
		var at string
		err := s.read.WithContext(ctx).Raw("SELECT COALESCE(MAX(value), '') FROM meta WHERE name = ?", initialisedMark).Scan(&at).Error
		return at, err
	})
}
