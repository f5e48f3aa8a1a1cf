(defun open () 1)

(defun broken (x) (let ((y

(defun close () 2)
