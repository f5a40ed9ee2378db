export function BrowseLoansPage() {
  return <h1 className="text-title font-semibold">BrowseLoans</h1>
}
