interface MailFrameProps {
  /** The URL of the HTML. The response's content security policy blocks scripts. */
  src: string
  title: string
}

/**
 * Shows an email's HTML. The empty sandbox blocks scripts, forms, and links, and hides the email's height, so the frame
 * takes most of the window's.
 */
export const MailFrame = ({ src, title }: MailFrameProps) => (
  <iframe
    sandbox=""
    src={src}
    title={title}
    className="h-[max(30rem,70dvh)] w-full rounded-lg border bg-card"
  />
)
