/** Waits until the browser has drawn what the page shows first, with the parts that it can do without. */

/** The pictures that the browser was told to fetch first, by the page's head or by the screen; false if there are none. */
async function firstPicture(): Promise<boolean> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')
  await Promise.all([...pictures].map((picture) => picture.decode().catch(() => undefined)))
  return pictures.length > 0
}

/** What is rendered is drawn at the next frame, and on the screen one or two frames later. */
const framesUntilSeen = 3

/** A hidden tab draws nothing, and a picture may be slow. */
const longestFrameMs = 500

/**
 * Resolves when what can be rendered by now is on the screen, with the picture that comes first if it isn't slow: an
 * answer that has arrived is rendered before the browser has nothing to do.
 */
export async function afterPaint(): Promise<void> {
  await idle()
  await frames(framesUntilSeen)
  await Promise.race([firstPictureSeen(), atMost(longestFrameMs)])
}

async function firstPictureSeen(): Promise<void> {
  if (await firstPicture()) await frames(framesUntilSeen)
}

/** Older versions of Safari don't say when they are idle. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => resolve(), { timeout: longestFrameMs })
    else resolve()
  })

const frames = (count: number) =>
  Promise.race([
    new Promise<void>((resolve) => {
      const waitFor = (left: number) =>
        requestAnimationFrame(() => (left > 1 ? waitFor(left - 1) : setTimeout(resolve)))
      waitFor(count)
    }),
    atMost(longestFrameMs),
  ])

const atMost = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A download that begins once what has been rendered by then is on the screen. */
export const oncePainted =
  <Part>(download: () => Promise<Part>) =>
  () =>
    afterPaint().then(download)
