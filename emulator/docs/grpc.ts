/** The documents service over gRPC, as the web SDK speaks it in Node and the Admin SDK everywhere. */
import {
  type Metadata,
  type sendUnaryData,
  Server,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import {
  callMs,
  keepAliveAnswerMs,
  keepAliveMs,
  largestBody,
  mostCalls,
  mostUnreadMessages,
} from '../bounds.ts';
import { Inbox } from '../inbox.ts';
import { type Later, nextTurn } from '../turns.ts';
import type { Call, CallListener } from './call.ts';
import type { Headers } from './caller.ts';
import { documentsDefinition, Unreadable } from './protos.ts';
import type { DocumentsService } from './service.ts';
import { type Status, statusOf } from './status.ts';

export function grpcServer({ one, many, streams }: DocumentsService, later: Later = nextTurn): Server {
  const server = new Server({
    'grpc.max_receive_message_length': largestBody,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': mostCalls,
    'grpc.keepalive_time_ms': keepAliveMs,
    'grpc.keepalive_timeout_ms': keepAliveAnswerMs,
    'grpc.max_connection_idle_ms': callMs,
  });
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
    Listen: speaking(streams.Listen, later),
    Write: speaking(streams.Write, later),
  });
  return server;
}

const headersOf =
  (metadata: Metadata): Headers =>
  (name) =>
    metadata.get(name)[0]?.toString();

/** @throws PortError invalid-argument for a message that can't be read */
async function readable<In, Out>(message: In | Unreadable, run: (message: In) => Promise<Out>): Promise<Out> {
  if (message instanceof Unreadable) throw message.error;
  return run(message);
}

const unary =
  <In>(run: (message: In, headers: Headers) => Promise<object>) =>
  ({ metadata, request }: ServerUnaryCall<In, object>, answer: sendUnaryData<object>) =>
    void readable(request, (message) => run(message, headersOf(metadata))).then(
      (reply) => answer(null, reply),
      (error: unknown) => answer(statusOf(error)),
    );

const streaming =
  <In>(run: (message: In, headers: Headers) => Promise<readonly object[]>) =>
  (call: ServerWritableStream<In, object>) =>
    void readable(call.request, (message) => run(message, headersOf(call.metadata))).then(
      (replies) => {
        for (const reply of replies) call.write(reply);
        call.end();
      },
      (error: unknown) => call.emit('error', statusOf(error)),
    );

const speaking =
  <In>(serve: (call: Call<In>) => void, later: Later) =>
  (call: ServerDuplexStream<In, object>) => {
    const fail = (status: Status) => void call.emit('error', status);
    try {
      serve({
        headers: headersOf(call.metadata),
        listen: (listener) => hear(call, listener, later),
        write(message) {
          if (call.writableLength > mostUnreadMessages) fail(statusOf(unread));
          else call.write(message);
        },
        end: () => void call.end(),
        fail,
      });
    } catch (error) {
      fail(statusOf(error));
    }
  };

const unread = new PortError(
  'resource-exhausted',
  `More than ${mostUnreadMessages} messages wait for a client that does not read them.`,
);

function hear<In>(call: ServerDuplexStream<In, object>, listener: CallListener<In>, later: Later): void {
  const inbox = new Inbox<In>({
    later,
    handle(message, done) {
      void readable(message, async (one) => listener.message(one))
        .catch((error: unknown) => {
          inbox.clear();
          call.emit('error', statusOf(error));
        })
        .then(done);
    },
    flow: (isOpen) => void (isOpen ? call.resume() : call.pause()),
  });
  const end = guardListener(() => {
    if (!listener.dropsRest) return inbox.finish(() => listener.end());
    inbox.clear();
    listener.end();
  });
  call.on(
    'data',
    guardListener(
      (message: In) => inbox.push(message),
      () => call.destroy(),
    ),
  );
  for (const event of ['end', 'cancelled', 'error']) call.on(event, end);
}
