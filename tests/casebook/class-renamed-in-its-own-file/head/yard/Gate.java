package yard;

class Gate {
    private int load;

    int load() {
        return load;
    }
}
