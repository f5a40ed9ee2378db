interface MailFrameProps {
  /** The URL of the HTML. The response's content security policy blocks scripts. */
  src: string
  title: string
}

/** Shows an email's HTML. The empty sandbox blocks scripts, forms, and links. */
export const MailFrame = ({ src, title }: MailFrameProps) => (
  <iframe sandbox="" src={src} title={title} className="h-120 w-full rounded-lg border bg-card" />
)
