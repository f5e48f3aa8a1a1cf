export function pick(kind: string) {
  if (kind === 'order') {
    function send(order) {
    post('/orders', order);
    return order.id;
  }
    return send;
  }
  function send(note) {
    socket.emit(note);
    return note.size;
  }
  return send;
}
