/** The documents service over gRPC, as the web SDK speaks it in Node and the Admin SDK everywhere. */
import {
  type Metadata,
  type sendUnaryData,
  Server,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import type { Call } from './call.ts';
import type { Headers } from './caller.ts';
import { documentsDefinition } from './protos.ts';
import type { DocumentsService } from './service.ts';
import { statusOf } from './status.ts';

export function grpcServer({ one, many, streams }: DocumentsService): Server {
  // A request carries 10 MiB.
  const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  server.addService(documentsDefinition(), {
    BeginTransaction: unary(one.BeginTransaction),
    Commit: unary(one.Commit),
    Rollback: unary(one.Rollback),
    BatchWrite: unary(one.BatchWrite),
    CreateDocument: unary(one.CreateDocument),
    DeleteDocument: unary(one.DeleteDocument),
    GetDocument: unary(one.GetDocument),
    ListCollectionIds: unary(one.ListCollectionIds),
    ListDocuments: unary(one.ListDocuments),
    PartitionQuery: unary(one.PartitionQuery),
    UpdateDocument: unary(one.UpdateDocument),
    BatchGetDocuments: streaming(many.BatchGetDocuments),
    RunAggregationQuery: streaming(many.RunAggregationQuery),
    RunQuery: streaming(many.RunQuery),
    Listen: speaking(streams.Listen),
    Write: speaking(streams.Write),
  });
  return server;
}

const headersOf =
  (metadata: Metadata): Headers =>
  (name) =>
    metadata.get(name)[0]?.toString();

const unary =
  <In>(run: (message: In, headers: Headers) => Promise<object>) =>
  ({ metadata, request }: ServerUnaryCall<In, object>, answer: sendUnaryData<object>) =>
    void run(request, headersOf(metadata)).then(
      (reply) => answer(null, reply),
      (error: unknown) => answer(statusOf(error)),
    );

const streaming =
  <In>(run: (message: In, headers: Headers) => Promise<readonly object[]>) =>
  (call: ServerWritableStream<In, object>) =>
    void run(call.request, headersOf(call.metadata)).then(
      (replies) => {
        for (const reply of replies) call.write(reply);
        call.end();
      },
      (error: unknown) => call.emit('error', statusOf(error)),
    );

const speaking =
  <In>(serve: (call: Call<In>) => void) =>
  (call: ServerDuplexStream<In, object>) =>
    serve({
      headers: headersOf(call.metadata),
      listen({ message, end }) {
        call.on('data', message);
        for (const event of ['end', 'cancelled', 'error']) call.on(event, end);
      },
      write: (message) => void call.write(message),
      end: () => void call.end(),
      fail: (status) => void call.emit('error', status),
    });
