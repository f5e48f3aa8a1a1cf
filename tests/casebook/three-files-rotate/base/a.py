def run(job):
    job.start()
    job.wait()
    return job.code
