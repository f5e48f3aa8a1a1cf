class Shape {
    int area(double radius) {
        return (int) (3.14 * radius * radius);
    }

    int area(int side) {
        return side * side;
    }
}
