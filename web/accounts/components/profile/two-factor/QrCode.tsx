import { encode } from 'uqr'

/**
 * The QR code is black on white in both themes and has the standard four-module margin, because many scanners require
 * both.
 */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg
      role="img"
      aria-label="QR code for an authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      width="256"
      height="256"
      shapeRendering="crispEdges"
      className="mx-auto rounded-lg border max-md:size-52"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(darkRuns).join('')} fill="#000" />
    </svg>
  )
}

function darkRuns(row: boolean[], y: number): string {
  const runs = [
    ...row
      .map((dark) => (dark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ]
  return runs.map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('')
}
