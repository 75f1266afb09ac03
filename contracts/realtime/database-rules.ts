/** Rules of the realtime scenarios, as they are deployed. */
export const databaseRules = String.raw`{
  // Rules and data shared by the scenarios of the realtime database under rules.
  "rules": {
    "open": { ".read": true, ".write": true },
    "secret": { ".read": false, ".write": false },
    "mine": {
      "$uid": { ".read": "auth != null && auth.uid == $uid", ".write": "auth != null && auth.uid == $uid" }
    },
    "rooms": {
      "$room": {
        ".read": "root.child('members').child($room).child(auth.uid).exists()",
        ".write": "root.child('members').child($room).child(auth.uid).val() == 'writer'",
        "at": { ".validate": "newData.val() == now" },
        "count": { ".validate": "newData.val() <= 3" }
      }
    },
    "notes": {
      ".indexOn": "owner",
      ".read": "query.orderByChild == 'owner' && query.equalTo == auth.uid && query.limitToFirst <= 10",
      "$note": { ".write": true }
    }
  }
}
`;
