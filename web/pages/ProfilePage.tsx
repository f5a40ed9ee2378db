export function ProfilePage() {
  return <h1 className="text-title font-semibold">Profile</h1>
}
