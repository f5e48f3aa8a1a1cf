def run(job):
    queue = job.queue
    queue.append(job)
    return len(queue)
