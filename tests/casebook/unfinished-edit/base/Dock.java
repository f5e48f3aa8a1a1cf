class Dock {
    int first() {
        return 1;
    }

    int broken(int x) {
        return x;
    }

    int last() {
        return 3;
    }
}
