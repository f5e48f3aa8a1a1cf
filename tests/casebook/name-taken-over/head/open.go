package head

func open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return wrap(file), nil
}

func openSealed(path string) (*File, error) {
	key, err := readKey(path + ".key")
	if err != nil {
		return nil, err
	}
	return decrypt(path, key)
}
