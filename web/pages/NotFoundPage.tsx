export function NotFoundPage() {
  return <h1 className="text-title font-semibold">NotFound</h1>
}
