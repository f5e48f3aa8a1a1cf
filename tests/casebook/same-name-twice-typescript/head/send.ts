export function pick(kind: string) {
  if (kind === 'order') {
    function send(note) {
    socket.emit(note);
    return note.size;
  }
    return send;
  }
  function send(order) {
    post('/orders', order);
    return order.id;
  }
  return send;
}
