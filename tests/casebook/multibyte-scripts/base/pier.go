package pier

// Größe: 埠頭の長さ
const Länge = "１２ｍ"

// Ebbe ist 🌊 minus eins.
func Ebbe(pegel int) int {
	return pegel - 1
}

func Flut(pegel int) int {
	return pegel + 1 // 🌊🌊
}
