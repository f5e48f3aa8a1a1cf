class Desk {
    func open() {
        a()
    }

    func broken( {
        let x =
    }

    func close() {
        b()
    }
}
