/** Waiting until the page has drawn what it shows first, with what it can do without. */

/** A slow or failed picture holds nothing up for longer. */
const longestMs = 2000

/** Resolves when the page's files, and the picture that it shows first by then, are there and on the screen. */
export async function afterScreen(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestMs))
  await Promise.race([late, loaded().then(firstPicture).then(afterPaint)])
}

const loaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', () => resolve(), { once: true })
  })

/** The picture that the browser was told to fetch first, by the page's head or by the screen. */
async function firstPicture(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')
  await Promise.all([...pictures].map((picture) => picture.decode().catch(() => undefined)))
}

/** A hidden tab draws nothing. */
const longestFrameMs = 500

/** What is rendered is drawn at the next frame, and on the screen one or two frames later. */
const framesUntilSeen = 3

/** Resolves when what has been rendered by now is on the screen. */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    const waitFor = (frames: number) =>
      requestAnimationFrame(() => (frames > 1 ? waitFor(frames - 1) : setTimeout(resolve)))
    waitFor(framesUntilSeen)
    setTimeout(resolve, longestFrameMs)
  })

/** A download that begins once what has been rendered by then is on the screen. */
export const oncePainted =
  <Part>(download: () => Promise<Part>) =>
  () =>
    afterPaint().then(download)
