interface SendingBarProps {
  /** The fraction that has been sent, from 0 to 1. */
  sent: number
  text: string
}

export function SendingBar({ sent, text }: SendingBarProps) {
  const percent = Math.round(sent * 100)
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label="Sending the file"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-secondary"
      >
        <div className="h-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="text-muted-foreground">
        {percent < 100 ? `Sending the file: ${percent}%` : text}
      </p>
    </div>
  )
}
