def alpha(oven, loaves):
    tray = oven.pull_out()
    for loaf in loaves:
        tray.set(loaf)
    return oven.push_in(tray)
