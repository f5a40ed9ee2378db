export function DashboardPage() {
  return <h1 className="text-title font-semibold">Dashboard</h1>
}
