/** Indexes of the scenarios about indexes: the text of a file as it is deployed. */
export const indexFile = String.raw`{
  "indexes": [
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "a", "order": "ASCENDING" },
        { "fieldPath": "n", "order": "DESCENDING" }
      ]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "b", "order": "ASCENDING" },
        { "fieldPath": "n", "order": "DESCENDING" }
      ]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "tags", "arrayConfig": "CONTAINS" },
        { "fieldPath": "n", "order": "DESCENDING" }
      ]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "n", "order": "ASCENDING" },
        { "fieldPath": "m", "order": "ASCENDING" }
      ],
      "density": "SPARSE_ALL"
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "a", "order": "ASCENDING" },
        { "fieldPath": "amount", "order": "ASCENDING" }
      ]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION_GROUP",
      "fields": [
        { "fieldPath": "a", "order": "ASCENDING" },
        { "fieldPath": "n", "order": "ASCENDING" }
      ]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [{ "fieldPath": "v", "vectorConfig": { "dimension": 3, "flat": {} } }]
    },
    {
      "collectionGroup": "rows",
      "queryScope": "COLLECTION",
      "fields": [
        { "fieldPath": "a", "order": "ASCENDING" },
        { "fieldPath": "v", "vectorConfig": { "dimension": 3, "flat": {} } }
      ]
    }
  ],
  "fieldOverrides": [
    {
      "collectionGroup": "rows",
      "fieldPath": "g",
      "indexes": [
        { "order": "ASCENDING", "queryScope": "COLLECTION" },
        { "order": "ASCENDING", "queryScope": "COLLECTION_GROUP" }
      ]
    },
    { "collectionGroup": "rows", "fieldPath": "hidden", "indexes": [] },
    { "collectionGroup": "rows", "fieldPath": "hidden.but", "indexes": [{ "order": "ASCENDING" }] }
  ]
}
`;
