export const DropHint = ({ title }: { title: string }) => (
  <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-background/80 p-4">
    <p className="rounded-xl border-2 border-dashed border-primary bg-popover px-8 py-10 text-center text-base font-semibold text-popover-foreground wrap-anywhere elevated">
      Drop to upload to {title}
    </p>
  </div>
)
