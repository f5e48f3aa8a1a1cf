package yard;

class Hoist {
    private int load;

    void lift(int kilos) {
        if (kilos > 900) {
            throw new IllegalArgumentException("too heavy");
        }
        load += kilos;
    }

    int load() {
        return load;
    }
}
