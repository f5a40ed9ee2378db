export function TermsPage() {
  return <h1 className="text-title font-semibold">Terms</h1>
}
