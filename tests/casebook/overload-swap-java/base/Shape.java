class Shape {
    int area(int side) {
        return side * side;
    }

    int area(double radius) {
        return (int) (3.14 * radius * radius);
    }
}
