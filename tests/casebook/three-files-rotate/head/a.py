def run(job):
    for step in job.steps:
        step.undo()
    return None
