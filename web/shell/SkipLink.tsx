export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-100 -translate-y-20 rounded-lg bg-primary px-4 py-2.5 font-medium text-primary-foreground focus:translate-y-0"
    >
      Skip to main content
    </a>
  )
}
