export function PrivacyPage() {
  return <h1 className="text-title font-semibold">Privacy</h1>
}
