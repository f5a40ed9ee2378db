export function LandingPage() {
  return <h1 className="text-title font-semibold">Landing</h1>
}
