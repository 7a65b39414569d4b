package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gpuscale/handlers/admin"
	"gpuscale/store"
	"gpuscale/text"
)

// userUsage is what the subcommand understands.
const userUsage = "user add NAME -role editor|admin -password-stdin | user passwd NAME -password-stdin | user disable NAME | user list"

// manageUsers makes and changes accounts.
func manageUsers(ctx context.Context, s settings, io streams, args []string) error {
	actions := map[string]func(context.Context, *store.Store, streams, []string) error{
		"add": userAdd, "passwd": userPasswd, "disable": userDisable, "list": userList,
	}
	if len(args) == 0 || actions[args[0]] == nil {
		return usageError{userUsage}
	}
	// Mistakes in the line are told before a database is opened, or even made.
	parsed, err := parseUser(args[0], args[1:])
	if err != nil {
		return err
	}
	open := withExisting
	if args[0] == "add" {
		open = withStore // the first account may be made before the first start
	}
	return open(ctx, s, func(st *store.Store) error { return actions[args[0]](ctx, st, io, parsed) })
}

// parseUser checks the arguments and returns them as name and role.
func parseUser(action string, args []string) ([]string, error) {
	flags := flag.NewFlagSet("user", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	role := flags.String("role", "", "")
	stdin := flags.Bool("password-stdin", false, "")
	var names []string
	// Flags may stand before and after the name.
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, usageError{err.Error()}
		}
		if args = flags.Args(); len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	wanted, needsPassword := 1, action == "add" || action == "passwd"
	if action == "list" {
		wanted = 0
	}
	switch {
	case len(names) != wanted, needsPassword != *stdin, (action == "add") != (*role != ""):
		return nil, usageError{userUsage}
	case action == "add" && *role != string(admin.RoleEditor) && *role != string(admin.RoleAdmin):
		return nil, usageError{fmt.Sprintf("role %q is neither editor nor admin", *role)}
	}
	return append(names, *role), nil
}

// readPassword takes the first line of the input, without its end.
func readPassword(in io.Reader, name string) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(in, 1<<16)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	password := strings.TrimRight(line, "\r\n")
	switch admin.CheckPassword(name, password) {
	case admin.PasswordShort:
		return "", fmt.Errorf("the password has %d characters; at least %d are needed", utf8.RuneCountInString(password), admin.MinPassword)
	case admin.PasswordLong:
		return "", fmt.Errorf("the password is no text of at most %d characters", admin.MaxPassword)
	case admin.PasswordCommon:
		return "", errors.New("the password is too common")
	case admin.PasswordName:
		return "", errors.New("the password is little more than the name")
	}
	return password, nil
}

func userAdd(ctx context.Context, s *store.Store, io streams, args []string) error {
	name := strings.TrimSpace(args[0])
	password, err := readPassword(io.in, name)
	if err != nil {
		return err
	}
	hash, err := admin.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	user, err := s.AddUser(ctx, name, store.Role(args[1]), hash)
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("there is an account %q already", name)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.out, "added %s as %s\n", user.Name, user.Role)
	return err
}

func userPasswd(ctx context.Context, s *store.Store, io streams, args []string) error {
	user, err := namedUser(ctx, s, args[0])
	if err != nil {
		return err
	}
	password, err := readPassword(io.in, user.Name)
	if err != nil {
		return err
	}
	hash, err := admin.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	if err := s.SetPassword(ctx, user.ID, hash); err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.out, "changed the password of %s; its sessions have ended\n", user.Name)
	return err
}

func userDisable(ctx context.Context, s *store.Store, io streams, args []string) error {
	user, err := namedUser(ctx, s, args[0])
	if err != nil {
		return err
	}
	if err := s.SetDisabled(ctx, user.ID, true); err != nil {
		return err
	}
	_, err = fmt.Fprintf(io.out, "disabled %s; its sessions have ended\n", user.Name)
	return err
}

func namedUser(ctx context.Context, s *store.Store, name string) (store.User, error) {
	user, err := s.UserByName(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		return user, fmt.Errorf("there is no account %q", name)
	}
	return user, err
}

func userList(ctx context.Context, s *store.Store, io streams, _ []string) error {
	users, err := s.Users(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(io.out, 0, 0, 2, ' ', 0)
	for _, u := range users {
		state := "enabled"
		if u.Disabled {
			state = "disabled"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\tsince %s\n", u.Name, u.Role, state, text.Date(u.Created))
	}
	return table.Flush()
}
